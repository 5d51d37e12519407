const COLOR: Record<string, "green" | "orange" | "red"> = {
  PAID: "green",
  AUTHORIZED: "orange",
  PENDING: "orange",
  FAILED: "red",
  CANCELLED: "red",
  EXPIRED: "red",
}

/** Of a badge with a checkout's status, as the gateway spells it. */
export function gatewayStatusColor(status: string | null | undefined): "green" | "orange" | "red" | "grey" {
  return COLOR[status ?? ""] ?? "grey"
}
