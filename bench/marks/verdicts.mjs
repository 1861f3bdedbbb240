/** Compares answers with what marks expect. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeclaration } from "./jedi.mjs";

/** What an answer can be, the best first. */
export const verdicts = ["right", "alarm", "refused", "said", "wrong"];

/** Returns the verdict about an answer to a mark of a test in `folder`. */
export function verdictOf(want, answer, { files, folder }) {
  if (answer.refused !== undefined) return want.refused || want.places?.length === 0 ? "right" : "refused";
  const isRight = fits(want, answer, { files, folder });
  if (isRight) return answer.doubts > 0 ? "alarm" : "right";
  return answer.doubts > 0 || answer.isPartial ? "said" : "wrong";
}

/** Returns of each place of an answer whether it is one of those that are wanted. */
export function rightPlaces({ places: wanted, declarations }, { places = [] }, { folder }) {
  if (wanted) return places.map((place) => wanted.some((each) => keyOf(each) === keyOf(place)));
  if (declarations === undefined) return [];
  return places.map((place) => {
    const text = readFileSync(join(folder, place.path), "utf8");
    return declarations.some((declaration) => isDeclaration(declaration, place, text));
  });
}

function fits(want, { places, texts }, { files, folder }) {
  if (want.refused) return places !== undefined && places.length === 0;
  if (want.places) return same(want.places.map(keyOf), places.map(keyOf));
  if (want.declarations) {
    const means = (place, declaration) =>
      isDeclaration(declaration, place, readFileSync(join(folder, place.path), "utf8"));
    return (
      want.declarations.every((declaration) => places.some((place) => means(place, declaration))) &&
      places.every((place) => want.declarations.some((declaration) => means(place, declaration)))
    );
  }
  const changed = changedTexts(texts, files);
  if (want.onlyText !== undefined) {
    const [only, ...others] = Object.values(changed);
    return others.length === 0 && (only === undefined || only.trim() === want.onlyText.trim());
  }
  const wanted = changedTexts(want.texts, files);
  return same(Object.entries(wanted).map(String), Object.entries(changed).map(String));
}

/** Returns the files with another text than before, without those that go; ends don't count. */
function changedTexts(texts, files) {
  const entries = Object.entries(texts).map(([path, text]) => [path, text?.trimEnd()]);
  return Object.fromEntries(entries.filter(([path, text]) => text !== undefined && text !== files[path]?.trimEnd()));
}

const keyOf = ({ path, line, character }) => `${path}:${line}:${character}`;

function same(wanted, found) {
  const [one, other] = [new Set(wanted), new Set(found)];
  return one.size === other.size && [...one].every((key) => other.has(key));
}
