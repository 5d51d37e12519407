/** Work that is done once at a time for each key: those who come while it is under way share it. */
export class SharedWork<Result> {
  private readonly underWay = new Map<string, Promise<Result>>()

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.underWay.get(key)
    if (known) {
      return known
    }
    const begun = work().finally(() => this.underWay.delete(key))
    this.underWay.set(key, begun)
    return begun
  }
}
