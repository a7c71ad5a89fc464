// The rules for alerts: their default thresholds, and in which direction a value is bad.
import { type AlertRule, AlertRuleName } from '../../../../core/api/admin/alerts.ts'

interface RuleKind {
  threshold: number
  minutes: number
  /** 'below': smaller values are worse. */
  badWhen: 'above' | 'below'
}

export const ruleKinds: Record<AlertRuleName, RuleKind> = {
  // 1 while a part fails
  part_failing: { threshold: 0, minutes: 5, badWhen: 'above' },
  // minutes
  queue_age: { threshold: 10, minutes: 2, badWhen: 'above' },
  mailboxes_down: { threshold: 50, minutes: 10, badWhen: 'above' },
  // percent
  failure_rate: { threshold: 20, minutes: 5, badWhen: 'above' },
  // minutes
  host_silent: { threshold: 2, minutes: 1, badWhen: 'above' },
  // percent
  disk_full: { threshold: 90, minutes: 5, badWhen: 'above' },
  // minutes
  payment_webhook: { threshold: 15, minutes: 2, badWhen: 'above' },
  // days until it expires
  certificate: { threshold: 14, minutes: 10, badWhen: 'below' },
  // 1 while WhatsApp refuses the template
  template_refused: { threshold: 0, minutes: 1, badWhen: 'above' },
  // failed sign-ins from one network in 15 minutes
  sign_in_network: { threshold: 50, minutes: 1, badWhen: 'above' },
  // accounts with a failed sign-in in 15 minutes
  sign_in_accounts: { threshold: 100, minutes: 1, badWhen: 'above' },
  // minutes that WhatsApp has accepted nothing
  whatsapp_trouble: { threshold: 5, minutes: 1, badWhen: 'above' },
  // things set aside within an hour, as they always fail
  set_aside: { threshold: 0, minutes: 1, badWhen: 'above' },
}

/** The default of each rule, overridden by what staff changed. */
export const mergeRules = (saved: readonly AlertRule[]): AlertRule[] =>
  AlertRuleName.options.map(rule => {
    const { threshold, minutes } = ruleKinds[rule]
    return saved.find(one => one.rule === rule) ?? { rule, isOn: true, threshold, minutes }
  })
