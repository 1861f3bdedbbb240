/** Outlines of makefiles. */

import { draws, lists } from "./check.js";

test("The outline of a makefile in Make is as listed.", () =>
  lists(
    "makefile",
    `# The compiler.
CC := gcc
FLAGS ?= -g
SOURCES = a.c \\
  b.c
FLAGS += -O2
export PATH := bin
override FORCED = 1
NOW != date
VPATH = src

define MULTI
echo
endef

# Everything.
all: $(SOURCES) other
	echo all

.PHONY: all clean
clean test:
	rm -f x
%.o: %.c
	$(CC) -c $<
install::
	cp x
TOP = 1
ifdef DEBUG
LEVEL = 1
debug: ;
endif
include rules.mk
`,
    `
variable CC 1/2
variable FLAGS 3
variable SOURCES 4-5
variable PATH 7
variable FORCED 8
variable NOW 9
variable VPATH 10
variable MULTI 12-14
object all 16/17-18
object clean 21-22
object test 21-22
object %.o 23-24
object install 25-26
variable TOP 27
variable LEVEL 29
object debug 30
`,
  ));

test.each([
  ["a", "«# Why.\n# 💣\n⟦┃a: b\n\techo a⟧\n\nb:\n"],
  ["X", "⟦export ┃X := 1⟧\nY = 2\n"],
  ["X", "«# c\r\n⟦┃X = 1⟧\r\nY = 2\r\n"],
])("In the outline of Make, %s is where it is drawn: %j", (path, drawn) => draws("make", path, drawn));
