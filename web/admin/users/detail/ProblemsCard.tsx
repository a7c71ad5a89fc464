// What is wrong with a user's account, before any facts: one line for each problem, with what helps.
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import type { AdminUser } from '../../../../core/api/admin/users.ts'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { formatDateTime } from '../../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { Findings } from '../../pieces/Findings.tsx'
import { findUserProblems, type UserProblem } from '../problems.ts'

export function ProblemsCard({ user }: { user: AdminUser }) {
  const t = useWords('adminusers')
  const toFinding = useFinding(user.id)
  const problems = findUserProblems(user)
  if (problems.length === 0) return null
  return (
    <Card flush look="needs">
      <CardHead title={t('problems')} />
      <Findings findings={problems.map(toFinding)} label={t('problems')} />
    </Card>
  )
}

function useFinding(userId: string): (problem: UserProblem) => AdminFinding {
  const t = useWords('adminusers')
  const language = useLanguage()
  const finding = (kind: UserProblem['kind'], state: AdminFinding['state'], found: string, fix: string | null) => ({
    ...{ id: kind, check: t(`problems.${kind}`), state, found: found.trim(), fix },
  })
  return problem => {
    switch (problem.kind) {
      case 'suspended': {
        const until = problem.until ? formatDateTime(problem.until, language) : 'none'
        return finding('suspended', 'failing', t('problems.suspended.found', { until }), t('problems.suspended.fix'))
      }
      case 'unconfirmed':
        return finding('unconfirmed', 'note', t('problems.unconfirmed.found'), t('problems.unconfirmed.fix'))
      case 'payment':
        return {
          ...finding('payment', 'failing', t('problems.payment.found', { state: problem.state }), t('problems.payment.fix')),
          link: `/admin/subscriptions/${userId}`,
        }
      case 'mailbox': {
        const fix = problem.needsUser ? t('problems.mailbox.needsUser') : t('problems.mailbox.retrying')
        return {
          ...finding('mailbox', problem.needsUser ? 'failing' : 'note', mailboxText(t, problem), fix),
          ...{ id: problem.id, link: `/admin/logs?resourceType=mailbox&resourceId=${problem.id}` },
          ...(problem.since && { since: problem.since }),
        }
      }
      case 'phone': {
        const { number, state } = problem
        const found = t('problems.phone.found', { number: number ?? '–', state })
        return { ...finding('phone', 'failing', found, t('problems.phone.fix', { state })), id: problem.id }
      }
      case 'held':
      case 'failed': {
        const found = t(`problems.${problem.kind}.found`, { count: problem.count, why: problem.why ?? 'none' })
        return finding(problem.kind, 'note', found, problem.why === null ? null : t('problems.deliveries.fix'))
      }
    }
  }
}

const mailboxText = (t: ReturnType<typeof useWords<'adminusers'>>, { domain, why }: UserProblem & { kind: 'mailbox' }): string =>
  t('problems.mailbox.found', { domain, why: why ?? 'none' })
