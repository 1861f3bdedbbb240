/** Outlines of Dockerfiles. */

import { draws, lists } from "./check.js";

test("The outline of stages in a Dockerfile is as listed.", () =>
  lists(
    "dockerfile",
    `# syntax=docker/dockerfile:1
ARG VERSION=20
ARG EMPTY

# Builds.
FROM node:\${VERSION} AS build
ARG DEBUG
ENV A=1 B="x y"
ENV PATH /bin
RUN npm ci && \\
    npm run build

FROM --platform=linux/amd64 scratch
COPY --from=build /out /
FROM build as final
ARG LATE=1
`,
    `
variable VERSION 1/2
variable EMPTY 3
module build 5/6-11
  variable DEBUG 7
  variable A 8
  variable B 8
  variable PATH 9
module scratch 13-14
module final 15-16
  variable LATE 16
`,
  ));

test.each([
  ["build", "ARG A\n\n«# Why.\n⟦FROM x AS ┃build\nRUN y⟧\n\nFROM z\n"],
  ["x:1/B", "FROM x:1\n⟦ENV ┃B=2⟧\n"],
  ["x/C", "FROM x\nENV B=2 ⟦┃C=3⟧\n"],
])("In the outline of a Dockerfile, %s is where it is drawn: %j", (path, drawn) => draws("dockerfile", path, drawn));
