/**
 * The software bill of materials of the package, `dist/sbom.cdx.json`, in CycloneDX's format: the
 * packages that are bundled, and the grammars with the digests of their parsers.
 */
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";

/**
 * Returns the text of the bill. `manifest` is that of the package, `packages` have name, version
 * and an SPDX expression as `license`, `grammars` are those of `grammarSources`.
 */
export function billOfMaterials(manifest, packages, grammars) {
  const bill = new Models.Bom();
  bill.metadata.component = component(Enums.ComponentType.Application, manifest);
  for (const each of packages) {
    const library = component(Enums.ComponentType.Library, each);
    library.purl = `pkg:npm/${each.name.replace("@", "%40")}@${each.version}`;
    bill.components.add(library);
  }
  for (const { name, source, version, licenceId, sha256, isOwn } of grammars) {
    const grammar = component(Enums.ComponentType.Library, {
      name: isOwn ? `tree-sitter-${name}` : source,
      version: version ?? (isOwn ? manifest.version : undefined),
      license: licenceId,
    });
    grammar.description = `The parser of the grammar ${name}.`;
    grammar.bomRef.value = `grammar:${name}`;
    grammar.hashes.set(Enums.HashAlgorithm["SHA-256"], sha256);
    bill.components.add(grammar);
  }
  const format = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(format).serialize(bill, { sortLists: true, space: 2 })}\n`;
}

function component(type, { name, version, license }) {
  const made = new Models.Component(type, name, version === undefined ? {} : { version });
  if (license !== undefined) made.licenses.add(new Models.LicenseExpression(license));
  made.bomRef.value = version === undefined ? name : `${name}@${version}`;
  return made;
}
