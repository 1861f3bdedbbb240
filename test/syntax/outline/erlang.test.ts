/** Outlines of Erlang; kinds as in erlang_ls. */

import { draws, lists } from "./check.js";

test("The outline of a module in Erlang is as listed.", () =>
  lists(
    "erlang",
    `%% The shop.
-module(shop).
-export([start/1]).
-define(LIMIT, 3).
-define(ADD(A, B), A + B).
-record(state, {count = 0 :: integer(), name}).
-type t() :: integer().
-opaque op(A) :: {A}.
-callback init(Args :: term()) -> ok.

%% @doc Starts.
-spec start(integer()) -> ok.
start(0) -> ok;
start(N = {_}) when N > 0 ->
    X = 1,
    {Y, _} = N,
    F = fun(A) -> B = A, B end.
'größe'() -> ok.
`,
    `
module shop 1/2
constant LIMIT 4
constant ADD [(A, B)] 5
struct state 6
  field count 6
  field name 6
type_parameter t 7
type_parameter op 8
event init 9
function start [(0)] 11/12-13
function start [(N = {_})] 14-17
  ~variable X 15
  ~variable Y 16
  ~variable F 17
    ~variable B 17
function 'größe' [()] 18
`,
  ));

test("Declarations around a syntax error stay in the outline of Erlang.", () =>
  lists("erlang", "f() -> 1.\r\ng( -> 2.\r\nh() -> 3.", "\nfunction f [()] 1\nfunction g [(] 2\nfunction h [()] 3\n"));

test.each([["f", "g() -> 1. % g\n\n«%% Why. 💣\n⟦-spec f(a) -> a.\n┃f(A) ->\n  A.⟧ % behind\n"]])(
  "%s: %j",
  (path, drawn) => draws("erlang", path, drawn),
);
