/** Outlines of CMake. */

import { draws, lists } from "./check.js";

test("The outline of a list file in CMake is as listed.", () =>
  lists(
    "cmake",
    `cmake_minimum_required(VERSION 3.10)
project(demo VERSION 1.0 LANGUAGES C)

# What there is.
set(SOURCES a.c b.c)
SET(SOURCES \${SOURCES} c.c)
set(ENV{X} 1)
set(\${dynamic} 1)
option(BUILD_TESTS "tests too" ON)

#[[ Does it. ]]
function(do_it argument)
  set(inside 1)
  foreach(each a b)
    message(\${each})
  endforeach()
endfunction()
macro(twice a b)
endmacro()

add_executable(app \${SOURCES})
add_library(some::lib ALIAS lib)
if(X)
  add_custom_target("all docs" ALL)
  list(APPEND SOURCES x.c)
endif()
`,
    `
module demo 2
variable SOURCES 4/5
variable ENV{X} 7
variable BUILD_TESTS 9
function do_it 11/12-17
  ~variable inside 13
  ~variable each 14
function twice 18-19
object app 21
object some::lib 22
object all docs 24
`,
  ));

test.each([
  ["f", "«# Why.\n# 💣\n⟦function(┃f a)\nendfunction()⟧ # behind\n"],
  ["A", "«# a\r\n⟦set(┃A\r\n  1)⟧ # behind\r\n"],
])("In the outline of CMake, %s is where it is drawn: %j", (path, drawn) => draws("cmake", path, drawn));
