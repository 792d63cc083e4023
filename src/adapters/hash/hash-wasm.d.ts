/** The package's build of BLAKE3 alone: its index carries thirty other algorithms that cost start-up time. */
declare module 'hash-wasm/dist/blake3.umd.min.js' {
  import type { createBLAKE3 } from 'hash-wasm';

  const blake3: { readonly createBLAKE3: typeof createBLAKE3 };
  // biome-ignore lint/style/noDefaultExport: the package's own form
  export default blake3;
}
