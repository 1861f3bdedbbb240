/** The JDKs of a machine, by their versions, and what a project wants of them. */

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { readBeginningSync } from "../../files/readFileSync.js";

const MAX_RELEASE_BYTES = 16 * 1024;

/** Returns the version in a JDK's file `release`; undefined for what is none. */
export function jdkVersion(folder: string): string | undefined {
  try {
    const text = readBeginningSync(join(folder, "release"), MAX_RELEASE_BYTES).toString("utf8");
    return /^JAVA_VERSION="?([\d._]+)/m.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

/** Returns the feature release in the text of a version: 17 of `temurin-17.0.9`, 8 of `1.8.0`. */
export function featureOf(version: string): string | undefined {
  return /(?<!\d)(?:1\.)?(\d+)/.exec(version)?.[1];
}

/** Returns the JDKs of the wanted feature release, those of just that version first. */
export function fittingJdks(folders: readonly string[], wanted: string): readonly string[] {
  const feature = featureOf(wanted);
  const found = folders.flatMap((folder) => {
    const version = jdkVersion(folder);
    const isFitting = version !== undefined && featureOf(version) === feature;
    return isFitting ? [{ folder, isExact: version === wanted || basename(folder) === wanted }] : [];
  });
  return [...found.filter(({ isExact }) => isExact), ...found.filter(({ isExact }) => !isExact)].map(
    ({ folder }) => folder,
  );
}

/** Returns the name that Eclipse gives a JDK's execution environment; a clause if it is no JDK. */
export function jdkRuntime(folder: string): { readonly runtime: string } | { readonly why: string } {
  const feature = featureOf(jdkVersion(folder) ?? "");
  if (feature === undefined) return { why: "its file `release` names no version of Java" };
  const libraries = ["lib/jrt-fs.jar", "jre/lib/rt.jar", "lib/rt.jar"];
  if (!libraries.some((each) => existsSync(join(folder, each)))) return { why: "it has no class library" };
  return { runtime: Number(feature) <= 8 ? `JavaSE-1.${feature}` : `JavaSE-${feature}` };
}
