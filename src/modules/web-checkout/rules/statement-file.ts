/** What the statement's CSV is called, whoever writes it. @param period days as yyyy-MM-dd */
export function statementFileName({
  environment,
  from,
  to,
}: {
  environment: string
  from: string
  to: string
}): string {
  return `statement-${environment}-${from}-${to}.csv`
}
