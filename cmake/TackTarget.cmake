# SPDX-License-Identifier: Apache-2.0
# One static library a folder, its tests beside its sources.
#
#   tack_library(<name> [DEPS <targets>...])
#     every *.cpp of the folder that is not a test; *_test.cpp become the gtest program <name>_test.
# A folder may include only what DEPS reaches: headers are found as "folder/file.hpp" from src/,
# and a wrong include fails at link time because its target is not listed.

if(NOT MSVC)
  add_compile_options(-Wall -Wextra -Wno-unused-parameter)
endif()
find_program(TACK_LLD ld.lld-19)
if(TACK_LLD AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_link_options(-fuse-ld=lld -B/usr/lib/llvm-19/bin)
  else()
    add_link_options(-fuse-ld=lld)
  endif()
endif()

function(tack_library name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(sources)
    add_library(${name} STATIC ${sources})
    target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
    target_link_libraries(${name} PUBLIC ${ARG_DEPS})
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
    target_link_libraries(${name} INTERFACE ${ARG_DEPS})
  endif()
  if(TACK_TESTS AND tests)
    tack_test(${name}_test SOURCES ${tests} DEPS ${name})
  endif()
endfunction()

# tack_test(<name> SOURCES <files>... DEPS <targets>...): a gtest program, run by ctest as one test.
function(tack_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE TACK_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             TACK_BINARY_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()
