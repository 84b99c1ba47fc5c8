# SPDX-License-Identifier: Apache-2.0
# The installed tree for C++ and the shell: `cmake --install BUILD --prefix DIR`. It may be moved as a
# whole. The folders are fixed, since the programs and libraries find each other by them.
#
#   bin/tack, bin/xcc            include/tack/
#   lib/libtack.so               what tack::tack links
#   lib/libtack_llvm.so          the code generator, opened when a kernel is not in the disk cache
#   lib/libtack_rt.a, lib/tack/  for xcc
#   lib/cmake/tack/              find_package(tack)
include(CMakePackageConfigHelpers)

install(TARGETS tack_library EXPORT tackTargets LIBRARY DESTINATION lib)
install(DIRECTORY include/tack DESTINATION include FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(TARGETS tack RUNTIME DESTINATION bin)
if(TARGET xcc)
  install(TARGETS xcc RUNTIME DESTINATION bin)
  install(FILES $<TARGET_FILE:tack_rt> DESTINATION lib)
  install(DIRECTORY lib/xc DESTINATION lib/tack)
endif()
if(TARGET tack_llvm)
  install(TARGETS tack_llvm LIBRARY DESTINATION lib)
  # LLVM is inside the library, so its notice goes along.
  foreach(notice ${LLVM_INCLUDE_DIRS}/../share/doc/copyright /usr/share/doc/llvm-19-dev/copyright)
    if(EXISTS ${notice})
      install(FILES ${notice} DESTINATION share/doc/tack RENAME LLVM-LICENSE.txt)
      break()
    endif()
  endforeach()
endif()
install(FILES LICENSE DESTINATION share/doc/tack)

install(EXPORT tackTargets NAMESPACE tack:: DESTINATION lib/cmake/tack)
configure_package_config_file(cmake/tackConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/tackConfig.cmake
                              INSTALL_DESTINATION lib/cmake/tack)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tackConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tackConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/tackConfigVersion.cmake
        DESTINATION lib/cmake/tack)
