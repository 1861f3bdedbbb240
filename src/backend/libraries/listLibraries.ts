/** The libraries of all languages that a workspace uses. Only manifests and folders are read. */

import { languageDefinitions } from "../../languages/languages.js";
import type { LibraryFacts, LibraryLayout } from "../../languages/libraryFacts.js";
import { type LibraryListing, listModules, listPackages, listVendored } from "./installedLibraries.js";
import type { Library } from "./library.js";
import { type LibrarySearch, type ProjectFolder, projectFolders, readManifest } from "./libraryFolders.js";
import { listArtifacts, listCrates, listGems, listGoModules } from "./lockedLibraries.js";

const layouts: Readonly<Record<LibraryLayout, (listing: LibraryListing) => readonly Library[]>> = {
  modules: listModules,
  packages: listPackages,
  "versioned paths": listGoModules,
  crates: listCrates,
  artifacts: listArtifacts,
  vendor: listVendored,
  gems: listGems,
};

/** The languages with facts of libraries; those that share facts are one. */
export const libraryLanguages: readonly { readonly languageId: string; readonly facts: LibraryFacts }[] = [
  ...new Map(
    languageDefinitions.flatMap(({ id, libraries }) =>
      libraries ? [[libraries, { languageId: id, facts: libraries }] as const] : [],
    ),
  ).values(),
];

export function listLibraries(search: LibrarySearch): readonly Library[] {
  return libraryLanguages.flatMap(({ languageId, facts }) => {
    const projects = projectFolders(facts, search.folders);
    return layouts[facts.layout]({ languageId, facts, projects: orTops(projects, facts, search), search });
  });
}

/** Returns a library with its version, as far as it is known. */
export function withVersion(library: Library): Library {
  const { versionFile } = library;
  if (versionFile === undefined) return library;
  return { ...library, version: /"version"\s*:\s*"([^"]+)"/.exec(readManifest(versionFile))?.[1] };
}

/** A workspace of scripts has no manifest; its installed modules are used all the same. */
function orTops(
  projects: readonly ProjectFolder[],
  { layout }: LibraryFacts,
  { folders }: LibrarySearch,
): readonly ProjectFolder[] {
  if (projects.length > 0 || layout !== "modules") return projects;
  return folders.map((path) => ({ path, top: path, depth: 0 }));
}
