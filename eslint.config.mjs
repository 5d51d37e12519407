import tseslint from "typescript-eslint"

/** A file that is longer, or a function, has its reason here. */
const LONGEST = {
  "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
  "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
}

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/**",
      "**/.medusa/**",
      ".demo/**",
      "**/migrations/**",
      "**/public/**",
      "**/dist/**",
      "integration-tests/fresh-store/storefront/**",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ["tsconfig.check.json", "src/admin/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      ...LONGEST,
      "@typescript-eslint/ban-ts-comment": "error",
      "@typescript-eslint/no-floating-promises": "error",
      // Medusa's query, its workflow engine and fetch answer `any`: what matters of it is parsed, the rest is Medusa's.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      // Medusa's contracts ask for promises where there is nothing to wait for.
      "@typescript-eslint/require-await": "off",
      // Discarding a field by destructuring is how an answer is kept free of it.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // A list may be empty: the compiler takes its first element for always there, and this rule believes it.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // A short callback may hand on what gives nothing.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      // Numbers are plain in messages; everything else is still an error.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["**/*.spec.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name=/^(it|describe|test)$/][property.name=/^(only|skip)$/]",
          message: "A test that is left out would not be missed.",
        },
      ],
    },
  },
  {
    // Nothing of Medusa, so nothing of type any.
    files: ["src/gateway/**", "src/storefront/**", "src/emulator/**", "src/modules/web-checkout/rules/**"],
    ignores: ["**/__tests__/**"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "error",
      "@typescript-eslint/no-unsafe-member-access": "error",
      "@typescript-eslint/no-unsafe-call": "error",
      "@typescript-eslint/no-unsafe-return": "error",
      "@typescript-eslint/no-unsafe-argument": "error",
    },
  },
  {
    // A suite is one function, however many tests it has; a spec tells its subject from beginning to end.
    files: ["**/*.spec.ts"],
    rules: {
      "max-lines-per-function": "off",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // A component is one function, of which most is what it shows.
    files: ["src/admin/**/*.tsx", "src/admin/lib/table-query.ts"],
    rules: { "max-lines-per-function": ["error", { max: 75, skipBlankLines: true, skipComments: true }] },
  },
  {
    // The seed of a shop is one list of what there is.
    files: ["integration-tests/store/src/scripts/seed.ts"],
    rules: { "max-lines-per-function": "off" },
  },
  {
    // Records and rules of the stand-in gateway, the demo's whole storefront: each is read as one.
    files: ["src/emulator/checkouts-and-subscriptions.ts", "integration-tests/demo/storefront/server.ts"],
    rules: { "max-lines": ["error", { max: 370, skipBlankLines: true, skipComments: true }] },
  },
  { files: ["**/*.js", "**/*.mjs", "**/*.cjs"], ...tseslint.configs.disableTypeChecked },
  { files: ["**/*.js", "**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } }
)
