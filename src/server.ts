// The whole service on one page: the frame, who sees what, and one line per resource.

import { frontPage } from "./console/front-page.ts";
import type { PageFiles } from "./console/kept-bundle.ts";
import { consolePages, referencePage } from "./console/routes.ts";
import { requestRules } from "./load-by-request.ts";
import { loadOrder } from "./load-order.ts";
import { rememberCredentials, rememberSessions } from "./platform/auth/credential-cache.ts";
import { isForFirm } from "./platform/change/context.ts";
import { collectRoutes, createApp, refuseOtherMethods } from "./platform/http/app.ts";
import { contractRoute } from "./platform/http/contract-route.ts";
import type { App, Frame } from "./platform/http/frame.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { meterApp } from "./platform/http/metrics-route.ts";
import { describeApp } from "./platform/http/openapi.ts";
import { bookingRoutes } from "./resources/account-books/routes.ts";
import { accountOpeningRoutes } from "./resources/account-opening/routes.ts";
import { mayUseAccount } from "./resources/accounts/access.ts";
import { accountRoutes } from "./resources/accounts/routes.ts";
import { accreditationRoutes } from "./resources/accreditation/routes.ts";
import { itemForAttentionRoutes } from "./resources/agreements/item-routes.ts";
import { agreementRoutes } from "./resources/agreements/routes.ts";
import { keyRoutes } from "./resources/api-users/key-routes.ts";
import { credentialStore, type ForgedRow } from "./resources/api-users/reads.ts";
import { auditEntryRoutes } from "./resources/audit-entries/routes.ts";
import { billingPlanRoutes } from "./resources/billing-plans/routes.ts";
import { cashDepositRoutes } from "./resources/cash-deposits/routes.ts";
import { consoleRoutes } from "./resources/console/routes.ts";
import { sessionStore } from "./resources/console/sessions.ts";
import { contraFirmRoutes } from "./resources/contra-firms/routes.ts";
import { corporateActionRoutes } from "./resources/corporate-actions/routes.ts";
import { eventRoutes } from "./resources/events/routes.ts";
import { mayUseFirm, mayUseOwnFirm } from "./resources/firms/access.ts";
import { firmRoutes } from "./resources/firms/routes.ts";
import { folioRoutes } from "./resources/folios/routes.ts";
import { mayUseLoad } from "./resources/loads/access.ts";
import { loadRoutes } from "./resources/loads/routes.ts";
import { mayUseMember } from "./resources/members/access.ts";
import { selectCallerMember } from "./resources/members/reads.ts";
import { memberRoutes } from "./resources/members/routes.ts";
import { modelSubscriptionRoutes } from "./resources/model-subscriptions/routes.ts";
import { mayManageModel, mayReadModel } from "./resources/models/access.ts";
import { modelRoutes } from "./resources/models/routes.ts";
import { offerUpdateRoutes } from "./resources/offer-updates/routes.ts";
import { offerSimulationRoutes } from "./resources/offer-updates/simulation-routes.ts";
import { mayDecideOnOffer, mayManageOffer, mayUseOffer } from "./resources/offers/access.ts";
import { offerRoutes } from "./resources/offers/routes.ts";
import { monthEndsOf } from "./resources/performance/reads.ts";
import { performanceRoutes } from "./resources/performance/routes.ts";
import { permissionRoutes } from "./resources/permissions/routes.ts";
import { positionRoutes } from "./resources/positions/routes.ts";
import { priceRoutes } from "./resources/prices/routes.ts";
import { privatePlacementOrderRoutes } from "./resources/private-placement-orders/routes.ts";
import { profileRoutes } from "./resources/profiles/routes.ts";
import { reconciliationRoutes } from "./resources/reconciliations/routes.ts";
import { restrictionRoutes } from "./resources/restrictions/routes.ts";
import { answerOf } from "./resources/service/answers.ts";
import { serviceRoutes } from "./resources/service/routes.ts";
import { tags } from "./resources/service/tags.ts";
import { simulationRoutes } from "./resources/simulation/routes.ts";
import { sweepRoutes } from "./resources/sweeps/routes.ts";
import { taxFormRoutes } from "./resources/tax-forms/routes.ts";
import { taxLotRoutes } from "./resources/tax-lots/routes.ts";
import { transferRoutes } from "./resources/transfers/routes.ts";
import { mayUseTrustee } from "./resources/trustees/access.ts";
import { trusteeRoutes } from "./resources/trustees/routes.ts";
import { verificationRoutes } from "./resources/verifications/routes.ts";
import { mayUseWebhook } from "./resources/webhooks/access.ts";
import { webhookRoutes } from "./resources/webhooks/routes.ts";
import { sentEvents } from "./resources/webhooks/sent-event.ts";

/** What the process gives the service: its store, clock, randomness, log and limits. */
export type ServerOptions = Omit<Frame, "credentials" | "sessions" | "findMember" | "access"> & {
  /** Without it no console is served. */
  readonly console?: PageFiles;
  /** Without it no reference is served. */
  readonly reference?: PageFiles;
};

/** Who may use what a route names. */
const access: Frame["access"] = {
  account: mayUseAccount,
  member: mayUseMember,
  trustee: mayUseTrustee,
  offer: mayUseOffer,
  managedOffer: mayManageOffer,
  issuedOffer: mayDecideOnOffer,
  model: mayReadModel,
  managedModel: mayManageModel,
  firm: () => true,
  wholeFirm: isForFirm,
  namedFirm: mayUseFirm,
  ownFirm: mayUseOwnFirm,
  webhook: mayUseWebhook,
  load: mayUseLoad,
};

/** Makes the service, ready to listen or to receive requests in process. */
export async function createServer(options: ServerOptions): Promise<App> {
  const { db, vault, logger, metrics } = options;
  const onForged = ({ table, key }: ForgedRow) => {
    metrics?.noteForgedRow(table);
    logger.warn({ table, key }, "a row that decides rights was not written by the service");
  };
  const app = createApp({
    ...options,
    credentials: rememberCredentials(credentialStore(db, vault, onForged)),
    sessions: rememberSessions(sessionStore(db, vault, onForged)),
    findMember: (loginId) => selectCallerMember(db, loginId),
    access,
  });
  const routes = collectRoutes(app);
  describeApp(app, { tags, answerOf, sent: sentEvents });

  meterApp(app);
  await app.register(healthRoutes);
  await app.register(contractRoute);
  await app.register(accountRoutes({ monthEndsOf }));
  await app.register(accountOpeningRoutes);
  await app.register(memberRoutes);
  await app.register(trusteeRoutes);
  await app.register(firmRoutes);
  await app.register(profileRoutes);
  await app.register(verificationRoutes);
  await app.register(accreditationRoutes);
  await app.register(itemForAttentionRoutes);
  await app.register(billingPlanRoutes);
  await app.register(agreementRoutes);
  await app.register(offerRoutes);
  await app.register(privatePlacementOrderRoutes);
  await app.register(offerUpdateRoutes);
  await app.register(transferRoutes);
  await app.register(sweepRoutes);
  await app.register(contraFirmRoutes);
  await app.register(corporateActionRoutes);
  await app.register(modelRoutes);
  await app.register(modelSubscriptionRoutes);
  await app.register(cashDepositRoutes);
  await app.register(restrictionRoutes);
  await app.register(permissionRoutes);
  await app.register(taxLotRoutes);
  await app.register(taxFormRoutes);
  await app.register(performanceRoutes);
  await app.register(auditEntryRoutes);
  await app.register(folioRoutes);
  await app.register(positionRoutes);
  await app.register(bookingRoutes);
  await app.register(priceRoutes);
  await app.register(eventRoutes);
  await app.register(webhookRoutes);
  await app.register(reconciliationRoutes);
  await app.register(loadRoutes({ kinds: loadOrder, rules: requestRules }));
  await app.register(serviceRoutes);
  await app.register((console) => consoleRoutes(console, onForged));
  await app.register((keys) => keyRoutes(keys, onForged));
  await registerOffered(app, options);

  refuseOtherMethods(app, routes);
  await app.ready();
  return app;
}

/** What is served only where it is wanted. */
async function registerOffered(app: App, options: ServerOptions): Promise<void> {
  if (options.daysAhead) {
    await app.register(simulationRoutes);
    await app.register(offerSimulationRoutes);
  }
  if (options.console) await app.register(consolePages(options.console));
  if (options.reference) await app.register(referencePage(options.reference));
  await app.register(frontPage({ console: !!options.console, reference: !!options.reference }));
}
