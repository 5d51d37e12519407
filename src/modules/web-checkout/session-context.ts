/** Key in a payment session's context under which settle names the ledger row that the session is made for. */
export const ROW_IN_CONTEXT = "webcheckout_row_id"
