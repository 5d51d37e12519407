import { describeFaults } from "./describe-faults"

describeFaults("with the extended operations", { extendedApi: true, seed: 1 })
