/** Outlines of Clojure; kinds as in clojure-lsp. */

import { draws, lists } from "./check.js";

test("The outline of a file in Clojure is as listed.", () =>
  lists(
    "clojure",
    `(ns my.app
  (:require [x :as y]))

;; The limit.
(def limit 3)
(def ^:private ^{:doc "x"} größe 1)
(defonce state (atom {}))
(defn add "Adds." [a b] (let [x 1] (+ a b)))
(defn multi ([a] a) ([a b] b))
(defn- hidden [] (def inside 1))
(defmacro mac [& body] \`(do ~@body))
(defprotocol P "doc" (foo [this]) (bar [this x]))
(defrecord R [a b] P (foo [this] 1))
(deftype T [x])
(defmulti area :shape)
(defmethod area :circle [c] 1)
(declare later)
(extend-type String P (foo [s] 1))
(s/def ::spec int?)
(add 1 2)
`,
    `
namespace my.app 1-2
variable limit 4/5
variable größe 6
variable state 7
function add [[a b]] 8
function multi 9
function hidden [[]] 10
  ~variable inside 10
function mac [[& body]] 11
interface P 12
  method foo [[this]] 12
  method bar [[this x]] 12
class R 13
  field a 13
  field b 13
  method foo [[this]] 13
class T 14
  field x 14
function area 15
function area :circle 16
variable later 17
method foo [[s]] 18
variable ::spec 19
`,
  ));

test("Declarations around a syntax error stay in the outline of Clojure.", () =>
  lists("clojure", "(def a 1)\r\n(def b ])\r\n(def c 3)", "\nvariable a 1\nvariable b 2\nvariable c 3\n"));

test.each([
  ["f", "(def x 1) ; x\n\n«;; Why. 💣\n⟦(defn ┃f\n  [a]\n  a)⟧ ; behind\n"],
  ["f", "⟦(defn- ┃f [a] a)⟧"],
])("In the outline of Clojure, %s is where it is drawn: %j", (path, drawn) => draws("clojure", path, drawn));
