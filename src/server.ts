// The whole service on one page: the frame, who sees what, and one line per resource.

import { feeRunRoutes } from "./brokerage/billing/fee-runs/routes.ts";
import { feeRunSimulationRoutes } from "./brokerage/billing/fee-runs/simulation-routes.ts";
import { bookingRoutes } from "./brokerage/books/account-books/routes.ts";
import { activityRoutes } from "./brokerage/books/activity/routes.ts";
import { averageBasisRoutes } from "./brokerage/books/average-basis/routes.ts";
import { balanceRoutes } from "./brokerage/books/balances/routes.ts";
import { householdOverviewRoutes } from "./brokerage/books/household-overviews/routes.ts";
import { householdPerformanceRoutes } from "./brokerage/books/performance/household-routes.ts";
import { performanceRoutes } from "./brokerage/books/performance/routes.ts";
import { positionRoutes } from "./brokerage/books/positions/routes.ts";
import { priceRoutes } from "./brokerage/books/prices/routes.ts";
import { reconciliationRoutes } from "./brokerage/books/reconciliations/routes.ts";
import { taxFormRoutes } from "./brokerage/books/tax-forms/routes.ts";
import { taxLotRoutes } from "./brokerage/books/tax-lots/routes.ts";
import { accountOpeningRoutes } from "./brokerage/clients-and-accounts/account-opening/routes.ts";
import { mayUseAccount } from "./brokerage/clients-and-accounts/accounts/access.ts";
import { accountRoutes } from "./brokerage/clients-and-accounts/accounts/routes.ts";
import { accreditationRoutes } from "./brokerage/clients-and-accounts/accreditation/routes.ts";
import { itemForAttentionRoutes } from "./brokerage/clients-and-accounts/agreements/item-routes.ts";
import { agreementRoutes } from "./brokerage/clients-and-accounts/agreements/routes.ts";
import { billingPlanRoutes } from "./brokerage/clients-and-accounts/billing-plans/routes.ts";
import { mayUseFirm, mayUseOwnFirm } from "./brokerage/clients-and-accounts/firms/access.ts";
import { firmRoutes } from "./brokerage/clients-and-accounts/firms/routes.ts";
import { folioRoutes } from "./brokerage/clients-and-accounts/folios/routes.ts";
import {
  mayManageHousehold,
  mayReadHousehold,
} from "./brokerage/clients-and-accounts/households/access.ts";
import { householdRoutes } from "./brokerage/clients-and-accounts/households/routes.ts";
import { mayUseMember } from "./brokerage/clients-and-accounts/members/access.ts";
import { selectCallerMember } from "./brokerage/clients-and-accounts/members/reads.ts";
import { memberRoutes } from "./brokerage/clients-and-accounts/members/routes.ts";
import { permissionRoutes } from "./brokerage/clients-and-accounts/permissions/routes.ts";
import { profileRoutes } from "./brokerage/clients-and-accounts/profiles/routes.ts";
import { restrictionRoutes } from "./brokerage/clients-and-accounts/restrictions/routes.ts";
import { mayUseTrustee } from "./brokerage/clients-and-accounts/trustees/access.ts";
import { trusteeRoutes } from "./brokerage/clients-and-accounts/trustees/routes.ts";
import { verificationRoutes } from "./brokerage/clients-and-accounts/verifications/routes.ts";
import { corporateEventRoutes } from "./brokerage/corporate-events/announcements/routes.ts";
import { corporateActionRoutes } from "./brokerage/corporate-events/corporate-actions/routes.ts";
import { deliveryRoutes } from "./brokerage/documents/delivery/routes.ts";
import { downloadRoutes } from "./brokerage/documents/downloads/routes.ts";
import { performanceReportRoutes } from "./brokerage/documents/performance-reports/routes.ts";
import { retentionRoutes } from "./brokerage/documents/retention/routes.ts";
import { statementRunRoutes } from "./brokerage/documents/statement-runs/routes.ts";
import { uploadRoutes } from "./brokerage/documents/uploads/routes.ts";
import { benchmarkRoutes } from "./brokerage/market/benchmarks/routes.ts";
import { folioChangeRoutes } from "./brokerage/market/folio-changes/routes.ts";
import { securityRoutes } from "./brokerage/market/securities/routes.ts";
import { modelSubscriptionRoutes } from "./brokerage/model-portfolios/model-subscriptions/routes.ts";
import { mayManageModel, mayReadModel } from "./brokerage/model-portfolios/models/access.ts";
import { modelRoutes } from "./brokerage/model-portfolios/models/routes.ts";
import { cashDepositRoutes } from "./brokerage/money/cash-deposits/routes.ts";
import { contraFirmRoutes } from "./brokerage/money/contra-firms/routes.ts";
import { transferRoutes } from "./brokerage/money/transfers/routes.ts";
import { offerUpdateRoutes } from "./brokerage/placements/offer-updates/routes.ts";
import { offerSimulationRoutes } from "./brokerage/placements/offer-updates/simulation-routes.ts";
import {
  mayDecideOnOffer,
  mayManageOffer,
  mayUseOffer,
} from "./brokerage/placements/offers/access.ts";
import { offerRoutes } from "./brokerage/placements/offers/routes.ts";
import { privatePlacementOrderRoutes } from "./brokerage/placements/private-placement-orders/routes.ts";
import { keyRoutes } from "./brokerage/service/api-users/key-routes.ts";
import { credentialStore, type ForgedRow } from "./brokerage/service/api-users/reads.ts";
import { auditEntryRoutes } from "./brokerage/service/audit-entries/routes.ts";
import { eventRoutes } from "./brokerage/service/events/routes.ts";
import { mayUseLoad } from "./brokerage/service/loads/access.ts";
import { loadRoutes } from "./brokerage/service/loads/routes.ts";
import { preparedImportRoutes } from "./brokerage/service/prepared-imports/routes.ts";
import { simulationRoutes } from "./brokerage/service/sandbox/routes.ts";
import { scheduledJobRoutes } from "./brokerage/service/scheduled-jobs/routes.ts";
import { consoleRoutes } from "./brokerage/service/sign-in/routes.ts";
import { sessionStore } from "./brokerage/service/sign-in/sessions.ts";
import { staffRoutes } from "./brokerage/service/sign-in/staff-routes.ts";
import { exampleResponse } from "./brokerage/service/system/answers.ts";
import { serviceRoutes } from "./brokerage/service/system/routes.ts";
import { mayUseWebhook } from "./brokerage/service/webhooks/access.ts";
import { webhookRoutes } from "./brokerage/service/webhooks/routes.ts";
import { sentEvents } from "./brokerage/service/webhooks/sent-event.ts";
import { requestRules } from "./loading/load-by-request.ts";
import { loadOrder } from "./loading/load-order.ts";
import { cacheCredentials, cacheSessions } from "./platform/auth/credential-cache.ts";
import { isForFirm } from "./platform/change/context.ts";
import { contractRoute } from "./platform/http/contract/contract-route.ts";
import { describeApp } from "./platform/http/contract/openapi.ts";
import type { App, Frame } from "./platform/http/frame.ts";
import { createApp } from "./platform/http/pipeline/app.ts";
import { healthRoutes } from "./platform/http/pipeline/health.ts";
import { meterApp } from "./platform/http/pipeline/metrics-route.ts";
import type { PageFiles } from "./web-pages/cached-bundle.ts";
import { frontPage } from "./web-pages/front-page.ts";
import { consolePages, referencePage } from "./web-pages/routes.ts";

/** The parts that the process gives the service: its store, clock, randomness, log and limits. */
export type ServerOptions = Omit<Frame, "credentials" | "sessions" | "findMember" | "access"> & {
  /** Without it no console is served. */
  readonly console?: PageFiles;
  /** Without it no reference is served. */
  readonly reference?: PageFiles;
};

/** The rules of access to the subjects that routes name. */
const access: Frame["access"] = {
  account: mayUseAccount,
  member: mayUseMember,
  trustee: mayUseTrustee,
  household: mayReadHousehold,
  managedHousehold: mayManageHousehold,
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
    credentials: cacheCredentials(credentialStore(db, vault, onForged)),
    sessions: cacheSessions(sessionStore(db, vault, onForged)),
    findMember: (loginId) => selectCallerMember(db, loginId),
    access,
  });
  describeApp(app, { exampleResponse, sent: sentEvents });

  meterApp(app);
  await app.register(healthRoutes);
  await app.register(contractRoute);
  await app.register(accountRoutes);
  await app.register(accountOpeningRoutes);
  await app.register(memberRoutes);
  await app.register(trusteeRoutes);
  await app.register(householdRoutes);
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
  await app.register(scheduledJobRoutes);
  await app.register(contraFirmRoutes);
  await app.register(corporateActionRoutes);
  await app.register(corporateEventRoutes);
  await app.register(modelRoutes);
  await app.register(modelSubscriptionRoutes);
  await app.register(cashDepositRoutes);
  await app.register(restrictionRoutes);
  await app.register(permissionRoutes);
  await app.register(taxLotRoutes);
  await app.register(taxFormRoutes);
  await app.register(performanceRoutes);
  await app.register(benchmarkRoutes);
  await app.register(householdOverviewRoutes);
  await app.register(householdPerformanceRoutes);
  await app.register(uploadRoutes);
  await app.register(downloadRoutes);
  await app.register(retentionRoutes);
  await app.register(deliveryRoutes);
  await app.register(auditEntryRoutes);
  await app.register(folioRoutes);
  await app.register(folioChangeRoutes);
  await app.register(positionRoutes);
  await app.register(activityRoutes);
  await app.register(bookingRoutes);
  await app.register(averageBasisRoutes);
  await app.register(priceRoutes);
  await app.register(balanceRoutes);
  await app.register(feeRunRoutes);
  await app.register(securityRoutes);
  await app.register(eventRoutes);
  await app.register(statementRunRoutes);
  await app.register(performanceReportRoutes);
  await app.register(webhookRoutes);
  await app.register(reconciliationRoutes);
  await app.register(loadRoutes({ kinds: loadOrder, rules: requestRules }));
  await app.register(preparedImportRoutes(loadOrder));
  await app.register(serviceRoutes);
  await app.register((scope) => consoleRoutes(scope, onForged));
  await app.register((scope) => keyRoutes(scope, onForged));
  await app.register((scope) => staffRoutes(scope, onForged));
  await registerOptional(app, options);

  await app.ready();
  return app;
}

/** Registers routes that only some configurations serve. */
async function registerOptional(app: App, options: ServerOptions): Promise<void> {
  if (options.daysAhead) {
    await app.register(simulationRoutes);
    await app.register(offerSimulationRoutes);
    await app.register(feeRunSimulationRoutes);
  }
  if (options.console) await app.register(consolePages(options.console));
  if (options.reference) await app.register(referencePage(options.reference));
  await app.register(frontPage({ console: !!options.console, reference: !!options.reference }));
}
