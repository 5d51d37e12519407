import { DatabaseClock } from "../services/checkout-rows"

describe("the database's clock", () => {
  afterEach(() => jest.restoreAllMocks())

  it("advances from the last reading and never goes back", () => {
    const performanceNow = jest.spyOn(performance, "now").mockReturnValue(1000)
    const clock = new DatabaseClock()
    clock.note(new Date("2027-01-01T10:00:00.000Z"))
    performanceNow.mockReturnValue(1250)
    expect(clock.now()).toEqual(new Date("2027-01-01T10:00:00.250Z"))
    clock.note(new Date("2027-01-01T09:00:00.000Z"))
    expect(clock.now()).toEqual(new Date("2027-01-01T10:00:00.250Z"))
    clock.note(new Date("2027-01-01T10:00:02.000Z"))
    expect(clock.now()).toEqual(new Date("2027-01-01T10:00:02.000Z"))
  })

  it("uses the process's clock only until the first reading", () => {
    const clock = new DatabaseClock()
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000)
    clock.note(new Date("2026-01-01T10:00:00.000Z"))
    expect(clock.now().getTime()).toBeLessThan(new Date("2026-01-01T10:01:00.000Z").getTime())
  })
})
