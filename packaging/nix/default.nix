# custub from this checkout: nix-build packaging/nix
{
  pkgs ? import <nixpkgs> { },
}:

let
  # Nixpkgs installs the library and the headers apart.
  libclang = pkgs.symlinkJoin {
    name = "libclang";
    paths = [
      (pkgs.lib.getLib pkgs.llvmPackages.libclang)
      (pkgs.lib.getDev pkgs.llvmPackages.libclang)
    ];
  };
in
pkgs.stdenv.mkDerivation {
  pname = "custub";
  version = "0.1.0";
  src = pkgs.lib.cleanSource ../..;
  nativeBuildInputs = [
    pkgs.cmake
    pkgs.ninja
  ];
  cmakeFlags = [
    "-DCUSTUB_TESTS=OFF"
    "-DCUSTUB_EXAMPLES=OFF"
    "-DLIBCLANG_ROOT=${libclang}"
  ];
  meta = {
    description = "CUDA kernels as typed, checked C functions";
    license = pkgs.lib.licenses.mit;
    mainProgram = "custub";
    platforms = pkgs.lib.platforms.linux;
  };
}
