/** Outlines of R. */

import { draws, lists } from "./check.js";

test("The outline of a script in R is as listed.", () =>
  lists(
    "r",
    `# The limit.
limit <- 3
x = 1
2 -> y
limit <- 4
größe <- function(a, b = 2, ...) {
  local <- 1
  inner <- function() NULL
  for (i in 1:3) {}
  a$b <- 1
  names(a) <- "x"
  shared <<- 2
}
short <- \\(x) x + 1
\`my var\` <- 1
obj$method <- function() 1
made <- list(a = 1, run = function() 2)
\`%+%\` <- function(a, b) paste(a, b)
setClass("Person", representation(name = "character"))
setGeneric("greet", function(obj) standardGeneric("greet"))
setMethod("greet", "Person", function(obj) 1)
Stack <- R6Class("Stack", public = list(items = NULL, push = function(x) { kept <- x }))
if (TRUE) conditional <- x == 1
`,
    `
variable limit 1/2
variable x 3
variable y 4
function größe [(a, b = 2, ...)] 6-13
  ~variable local 7
  function inner [()] 8
  ~variable i 9
  ~variable shared 12
function short [(x)] 14
variable \`my var\` 15
function obj$method [()] 16
variable made 17
  method run [()] 17
function \`%+%\` [(a, b)] 18
class Person 19
method greet 20
method greet 21
class Stack 22
  method push [(x)] 22
    ~variable kept 22
variable conditional 23
`,
  ));

test("Declarations around a syntax error stay in the outline of R.", () =>
  lists(
    "r",
    "f <- function() 1\r\n)\r\ny <- 1\r\ng <- function() 2",
    "\nfunction f [()] 1\nvariable y 3\nfunction g [()] 4\n",
  ));

test.each([
  ["f", "#!/usr/bin/Rscript\n«#' Why.\n#' 💣\n⟦┃f <- function(a) {\n}⟧ # behind\n"],
  ["o$m", "x <- 1\n⟦o$┃m <- function() 1⟧"],
])("In the outline of R, %s is where it is drawn: %j", (path, drawn) => draws("r", path, drawn));
