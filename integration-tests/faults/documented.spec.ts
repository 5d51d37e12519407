import { describeFaults } from "./describe-faults"

describeFaults("with the documented operations only", { extendedApi: false, seed: 2 })
