/** Whether the extension can compare now. */
export type ServiceState =
  | { readonly kind: 'unpaired' }
  | { readonly kind: 'running'; readonly port: number }
  | { readonly kind: 'stopped'; readonly port: number };
