-- Each constraint that backs an error code names it, so that the store itself says which rule a
-- refused row has broken; the rule, in the resource's source, names the constraint.

comment on constraint account_billing_plan on account is 'account.billing.plan.rule';
comment on constraint account_tax_lot_selection on account is 'account.tax.lot.selection.rule';
comment on constraint account_tax_rates_taxable on account is
  'account.not.applicable.long.term.tax.rate, account.not.applicable.short.term.tax.rate';
comment on constraint account_init_contribution on account is
  'account.not.applicable.init.contribution.date';
comment on constraint account_name_key on account_name is 'account.unique.rule';
comment on constraint trusted_contact_reachable on trusted_contact is
  'account.trusted.contact.reach.rule';
comment on constraint exclusion_days on exclusion is 'account.exclusion.date.rule';

comment on index restriction_in_force_key is 'restriction.unique.rule';

comment on index offer_ticker_key is 'offer.ticker.unique.rule';
comment on constraint offer_ticker_form on offer is 'invalid.security.ticker';
comment on constraint offer_name_form on offer is 'invalid.offer.name';
comment on constraint offer_investment_order on offer is 'offer.investment.amount.rule';
comment on constraint offer_minimum_by_execution on offer is
  'null.offer.minimum, offer.minimum.execution.type.rule, offer.minimum.size.rule';
comment on constraint offer_participating_firm_once on offer_participating_firm is
  'invalid.participating.firms';
comment on constraint offer_participating_firm_known on offer_participating_firm is
  'offer.participating.firm.rule';
