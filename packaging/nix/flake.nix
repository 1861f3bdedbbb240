# lsp-locate for Nix, from its npm package or from a built clone, since it needs dist/:
#   nix run "path:$(npm root --global)/lsp-locate?dir=packaging/nix" -- --version
{
  description = "A language-server proxy that says where in code by meaning, not by line and column";

  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      package = builtins.fromJSON (builtins.readFile ../../package.json);
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      eachSystem = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = eachSystem (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = package.name;
          version = package.version;
          src = nixpkgs.lib.throwIfNot (builtins.pathExists ../../dist/command/main.js)
            "lsp-locate is not built: run npm install and npm run build, and name the folder with path:."
            ../..;
          nativeBuildInputs = [ pkgs.makeWrapper ];
          installPhase = ''
            mkdir -p $out/lib/lsp-locate $out/bin
            for part in dist completions editors packaging queries schema servers.json package.json LICENSE; do
              cp -r $part $out/lib/lsp-locate/
            done
            makeWrapper ${pkgs.nodejs}/bin/node $out/bin/lsp-locate \
              --add-flags $out/lib/lsp-locate/dist/command/main.js
          '';
          meta = {
            inherit (package) description;
            license = nixpkgs.lib.licenses.mit;
            mainProgram = "lsp-locate";
          };
        };
      });
    };
}
