# How libraries and tools of the project are declared.

find_package(fmt REQUIRED)
find_package(Threads REQUIRED)

add_library(mytriton_options INTERFACE)
target_include_directories(mytriton_options INTERFACE "${CMAKE_SOURCE_DIR}/include")
target_compile_options(mytriton_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(MYTRITON_WERROR)
  target_compile_options(mytriton_options INTERFACE -Werror)
endif()
if(MYTRITON_SANITIZE)
  target_compile_options(mytriton_options INTERFACE -fsanitize=address,undefined
                         -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(mytriton_options INTERFACE -fsanitize=address,undefined)
endif()
target_link_libraries(mytriton_options INTERFACE fmt::fmt)

# mytriton_library(NAME SOURCES... [LINK libs...]): the static library mytriton_NAME from lib/NAME.
function(mytriton_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(mytriton_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(mytriton_${name} PUBLIC mytriton_options ${ARG_LINK})
endfunction()

# mytriton_tool(NAME SOURCES... [LINK libs...]): an executable that is installed.
function(mytriton_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE mytriton_options ${ARG_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  install(TARGETS ${name} RUNTIME)
endfunction()
