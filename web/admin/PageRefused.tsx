// Why a page of the console isn't shown, and what to do: a missing role, a missing second factor, an unknown address.
import { isStaffRole } from '../../core/session/staff.ts'
import { contactLabel } from '../account/phones/person-label.ts'
import { useAuth } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWords } from '../words/words.tsx'

export function RoleMissing({ needed }: { needed: readonly string[] }) {
  const t = useWords('admin')
  const { user, roles, signOut } = useAuth()
  const email = contactLabel(user) ?? ''
  const command = `npm run admin -- add ${email}`
  const isStaff = roles.some(isStaffRole)
  return (
    <>
      <PageHeader key="refused" title={t('refused.title')}>
        {isStaff ? t('refused.role', { roles: needed.join(', ') }) : t('refused.text', { email })}
      </PageHeader>
      <Card className="max-w-3xl">
        {user?.email && !isStaff && (
          <>
            <p>{t('refused.ask')}</p>
            <p className="flex flex-wrap items-center gap-3">
              <code className="wrap-anywhere">{command}</code>
              <CopyButton text={command} />
            </p>
          </>
        )}
        <p className="flex flex-wrap gap-3">
          <LinkButton to={isStaff ? '/admin' : '/dashboard'}>{isStaff ? t('refused.overview') : t('refused.dashboard')}</LinkButton>
          <Button look="quiet" onClick={() => void signOut()}>
            {t('refused.other')}
          </Button>
        </p>
      </Card>
    </>
  )
}

export function SecondFactorMissing() {
  const t = useWords('admin')
  return (
    <>
      <PageHeader key="factor" title={t('factor.title')}>
        {t('factor.text')}
      </PageHeader>
      <Card className="max-w-3xl">
        <p>{t('factor.how')}</p>
        <p>
          <LinkButton to="/two-factor">{t('factor.open')}</LinkButton>
        </p>
      </Card>
    </>
  )
}

export function PageMissing() {
  const t = useWords('admin')
  return (
    <>
      <PageHeader key="missing" title={t('missing.title')}>
        {t('missing.text')}
      </PageHeader>
      <p>
        <LinkButton to="/admin">{t('refused.overview')}</LinkButton>
      </p>
    </>
  )
}
