// Tells a user without the administrator role that the console is closed to them, and what to do.
import { contactLabel } from '../account/phones/person-label.ts'
import { useAuth } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWords } from '../words/words.tsx'

export function NotAdministrator() {
  const t = useWords('admin')
  const { user, signOut } = useAuth()
  const email = contactLabel(user) ?? ''
  const command = `npm run admin -- add ${email}`
  return (
    <>
      <PageHeader key="refused" title={t('refused.title')}>
        {t('refused.text', { email })}
      </PageHeader>
      <Card className="max-w-3xl">
        {user?.email && (
          <>
            <p>{t('refused.ask')}</p>
            <p className="flex flex-wrap items-center gap-3">
              <code className="wrap-anywhere">{command}</code>
              <CopyButton text={command} />
            </p>
          </>
        )}
        <p className="flex flex-wrap gap-3">
          <LinkButton to="/dashboard">{t('refused.mine')}</LinkButton>
          <Button look="quiet" onClick={() => void signOut()}>
            {t('refused.other')}
          </Button>
        </p>
      </Card>
    </>
  )
}
