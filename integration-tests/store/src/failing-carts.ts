/** Carts whose completion is to fail after the payment was taken: what a merchant's own hook may do. */
export const failingCarts = new Set<string>()
