import { waitUpTo } from "../time-limit"

describe("waiting for work", () => {
  const never = new Promise<string>(() => undefined)

  it("gives its result in time", async () => {
    await expect(waitUpTo(60_000, Promise.resolve("done"), () => "late")).resolves.toBe("done")
  })

  it("gives its error in time", async () => {
    await expect(waitUpTo(60_000, Promise.reject(new Error("broken")), () => "late")).rejects.toThrow("broken")
  })

  it("ends at the limit, with what is to be returned then", async () => {
    await expect(waitUpTo(1, never, () => "late")).resolves.toBe("late")
  })

  it("ends at the limit, with what is to be thrown then", async () => {
    const late = () => {
      throw new Error("too long")
    }
    await expect(waitUpTo(1, never, late)).rejects.toThrow("too long")
  })
})
