/** The use cases that a store's own workflows, subscribers and jobs may call. */
export { createPayLinkWorkflow } from "./pay-link/create-pay-link"
export { sendPayLink } from "./pay-link/send-pay-link"
export { createSubscription } from "./subscription/create-subscription"
