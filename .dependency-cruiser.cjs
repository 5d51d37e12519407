/** The floors of the house: what may know of what. See CONTRIBUTING.md. */
const MODULE = "^src/modules/web-checkout/"

/** Everything outside a floor and what lies below it is out of reach. @param types "free" if types alone may come from anywhere */
const floor = (name, comment, from, mayKnow, types) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "/__tests__/" },
  to: { path: "^src/", pathNot: [from, ...mayKnow], ...(types ? { dependencyTypesNot: ["type-only"] } : {}) },
})

module.exports = {
  forbidden: [
    {
      name: "no-circle",
      comment: "Types are gone when the code runs.",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    floor("gateway", "The gateway is the bottom: it knows nothing of Medusa and of nothing here.", "^src/gateway/", []),
    {
      name: "gateway-without-medusa",
      severity: "error",
      from: { path: "^src/(gateway|emulator|storefront)/", pathNot: "/__tests__/" },
      to: { path: "(^|node_modules/)@medusajs/" },
    },
    floor(
      "rules",
      "Pure functions and tables; below them is nothing but the gateway, and types.",
      `${MODULE}rules/`,
      ["^src/gateway/"],
      "free"
    ),
    {
      name: "rules-are-pure",
      comment: "No package, no part of Node: a rule is read off its file.",
      severity: "error",
      from: { path: `${MODULE}rules/`, pathNot: "/__tests__/" },
      to: { dependencyTypes: ["npm", "npm-dev", "npm-peer", "npm-optional", "core"] },
    },
    floor("links", "A link knows the module.", "^src/links/", [MODULE]),
    {
      name: "face",
      comment:
        "The public face hands on types of the module, the provider and the gateway, and nothing of what runs them.",
      severity: "error",
      from: { path: "^src/index\\.ts$" },
      to: { path: "^src/", pathNot: [MODULE, "^src/providers/", "^src/gateway/"] },
    },
    floor("module", "The module knows the gateway only.", MODULE, ["^src/gateway/"]),
    floor("provider", "The provider knows the module and the gateway.", "^src/providers/", [MODULE, "^src/gateway/"]),
    floor("texts", "Texts for people, in JSON; types say which there must be.", "^src/texts/", [], "free"),
    floor(
      "workflows",
      "Workflows know the module, the gateway and the texts; not each other's callers.",
      "^src/workflows/",
      [MODULE, "^src/gateway/", "^src/texts/"]
    ),
    floor("jobs-and-subscribers", "Thin: they call one workflow or service.", "^src/(jobs|subscribers)/", [
      "^src/workflows/",
      MODULE,
      "^src/gateway/",
    ]),
    floor(
      "api",
      "Routes know workflows, the module and the texts; nobody but the policies knows routes.",
      "^src/(api|policies)/",
      ["^src/workflows/", MODULE, "^src/gateway/", "^src/texts/"]
    ),
    floor(
      "admin",
      "The admin's pages share types, rules, texts and the gateway's calendar, and no server code.",
      "^src/admin/",
      [
        "^src/gateway/(frequencies|schedule|money|errors|statuses)\\.ts$",
        `${MODULE}(subscription\\.ts|rules/)`,
        "^src/texts/",
      ],
      "free"
    ),
    floor("cli", "The terminal calls a workflow.", "^src/cli/", ["^src/workflows/"]),
    floor(
      "emulator",
      "The emulator judges by itself: of the gateway it shares the words, never the arithmetic.",
      "^src/emulator/",
      ["^src/gateway/(frequencies|statuses|schemas)\\.ts$"]
    ),
    floor("storefront", "What a storefront imports has no dependency.", "^src/storefront/", []),
    {
      name: "storefront-without-packages",
      severity: "error",
      from: { path: "^src/storefront/", pathNot: "/__tests__/" },
      to: { dependencyTypes: ["npm", "npm-dev", "npm-peer", "core"] },
    },
    {
      name: "unit-tests-stay-here",
      comment: "Unit tests import nothing from the integration tests.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^integration-tests/" },
    },
    {
      name: "published-dependencies",
      comment: "What is published needs nothing that only tests and the demo install; the build bundles into phone.ts.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/admin/|/__tests__/|^src/gateway/phone\\.ts$" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm-peer", "type-only", "npm"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.check.json" },
    tsPreCompilationDeps: true,
    exclude: { path: "(^|/)(\\.medusa|dist)/" },
  },
}
