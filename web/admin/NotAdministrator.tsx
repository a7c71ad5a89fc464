// Who may not open the console is told so, and what to do.
import { reachOf } from '../account/phones/reach.ts'
import { useAuth } from '../session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useWords } from '../words.tsx'

export function NotAdministrator() {
  const t = useWords('admin')
  const { user, signOut } = useAuth()
  const email = reachOf(user) ?? ''
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
