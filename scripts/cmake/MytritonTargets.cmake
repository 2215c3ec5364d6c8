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

# Reading the standard library and fmt is most of the time of compiling a file here, so they can be read
# once for all libraries and tools. Files must include what they use nevertheless: the clang preset,
# by which clang-tidy reads them, builds without.
set(MYTRITON_COMMON_HEADERS <algorithm> <array> <bit> <cstdint> <functional> <map> <memory> <optional>
    <set> <span> <string> <string_view> <unordered_map> <unordered_set> <utility> <variant> <vector>
    <fmt/format.h>)

# mytriton_precompile(TARGET FROM): TARGET reads the headers that were precompiled for FROM, which may be
# itself; then they are these and the further arguments.
function(mytriton_precompile target from)
  if(NOT MYTRITON_PRECOMPILE)
    return()
  endif()
  if(target STREQUAL from)
    target_precompile_headers(${target} PRIVATE ${MYTRITON_COMMON_HEADERS} ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

# mytriton_library(NAME SOURCES... [LINK libs...]): the static library mytriton_NAME from lib/NAME.
function(mytriton_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(mytriton_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(mytriton_${name} PUBLIC mytriton_options ${ARG_LINK})
  mytriton_precompile(mytriton_${name} mytriton_support) # the first library
endfunction()

# mytriton_tool(NAME SOURCES... [LINK libs...]): an executable that is installed.
function(mytriton_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE mytriton_options ${ARG_LINK})
  mytriton_precompile(${name} mytriton_support)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  install(TARGETS ${name} RUNTIME)
endfunction()
