/**
 * How the server is run. The runtime would let its nursery grow until the idle process held twice the memory; 16 MB
 * cost no throughput that could be measured.
 */
export const nodeFlags = ['--max-semi-space-size=16']
