/** Not in every browser (Network Information API). */
interface Navigator {
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
}
