import sweep from "../sweep"

it.each(["", "yesterday", "2026-13-01", "2026-02-30", "2026-W05-1", "2099-01-01"])(
  "refuses a sweep since %j, with exit code 2",
  async (since) => {
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true)
    try {
      await sweep({ container: {} as never, args: [since] })
      expect(write.mock.calls).toEqual([["--since: must be a date in the past, for example 2026-11-01\n"]])
      expect(process.exitCode).toBe(2)
    } finally {
      write.mockRestore()
      process.exitCode = undefined
    }
  }
)
