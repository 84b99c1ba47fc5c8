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
if(TACK_SANITIZE)
  add_compile_options(-fsanitize=${TACK_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TACK_SANITIZE})
  if(TACK_SANITIZE MATCHES "undefined")
    # Compiled kernels and programs have no type word in front of them for `function` to read.
    add_compile_options(-fno-sanitize-recover=undefined -fno-sanitize=function)
  endif()
endif()
if(TACK_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # so that the fuzzer sees what an input reaches
endif()
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)  # false alarms on string + string (GCC bug 105651)
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
  if(NOT MSVC)
    target_compile_options(${name} PRIVATE -O0)  # compiles in half the time; the code under test is not in it
  endif()
  if(TACK_FUZZ)
    target_compile_options(${name} PRIVATE -fno-sanitize=fuzzer-no-link)  # a fifth of the time
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE TACK_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             TACK_BINARY_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# tack_pytest(<name> <file> [ENVIRONMENT <VAR=value>...]): a pytest file, run by ctest as one test
# where the Python of Python3_EXECUTABLE has pytest and NumPy (scripts/test.sh sees to it).
function(tack_pytest name file)
  cmake_parse_arguments(ARG "" "" "ENVIRONMENT" ${ARGN})
  if(NOT DEFINED TACK_HAS_PYTEST)
    find_package(Python3 COMPONENTS Interpreter)
    set(has OFF)
    if(Python3_Interpreter_FOUND)
      execute_process(COMMAND ${Python3_EXECUTABLE} -c "import pytest, numpy" RESULT_VARIABLE failed
                      OUTPUT_QUIET ERROR_QUIET)
      if(NOT failed)
        set(has ON)
      else()
        message(STATUS "no pytest and NumPy in ${Python3_EXECUTABLE}: Python tests are left out")
      endif()
    endif()
    set(TACK_HAS_PYTEST ${has} CACHE INTERNAL "")
    set(TACK_PYTEST_PYTHON "${Python3_EXECUTABLE}" CACHE INTERNAL "")
  endif()
  if(TACK_HAS_PYTEST)
    add_test(NAME ${name} COMMAND ${TACK_PYTEST_PYTHON} -m pytest -q -p no:cacheprovider ${file})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${ARG_ENVIRONMENT}")
  endif()
endfunction()
