/**
 * Resolves Locates of the documentation with the built command and without language servers, and
 * draws their places as the documentation does.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Position, Range } from "vscode-languageserver-protocol";
import { type Peer, startPeer } from "../peer.js";
import { drawPoint, drawRange } from "../servers/draw.js";

interface ResolvedPlace {
  readonly file_path: string;
  readonly target: { readonly position: Position; readonly range: Range };
  readonly match?: { readonly count: number; readonly index: number };
}

export interface DrawnPlace {
  readonly drawn: string;
  /** `1 of 3`, or "" for the only match. */
  readonly matches: string;
}

const languages = ["python", "typescript", "json", "markdown", "rust", "swift"];

/** Starts a session without language servers, whatever is installed. */
export async function startSyntaxSession(root: string): Promise<Peer> {
  const servers = join(root, "servers.json");
  writeFileSync(
    servers,
    JSON.stringify({ languages: Object.fromEntries(languages.map((id) => [id, { servers: [] }])) }),
  );
  return startPeer([], { root, options: ["--servers", servers] });
}

/** Resolves a Locate as a point or a range and draws the place. */
export async function resolveAndDraw(
  peer: Peer,
  root: string,
  locate: unknown,
  as: "point" | "range",
): Promise<DrawnPlace> {
  const place = await peer.locate<ResolvedPlace>(as === "point" ? "resolve" : "resolveRange", locate);
  const text = readFileSync(join(root, place.file_path), "utf8");
  const { position, range } = place.target;
  const { count = 1, index = 0 } = place.match ?? {};
  return {
    drawn: as === "point" ? drawPoint(text, position) : drawRange(text, range),
    matches: count > 1 ? `${index + 1} of ${count}` : "",
  };
}
