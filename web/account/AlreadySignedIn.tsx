// Shown when a signed-in person opens a sign-in page: continue as this person, or sign out.
import { useAuth } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWords } from '../words/words.tsx'
import { contactLabel } from './phones/person-label.ts'

/** `title` is the title of the page that was opened. */
export function AlreadySignedIn({ title, to, buttonLabel }: { title: string; to: string; buttonLabel: string }) {
  const t = useWords('account')
  const { user, signOut } = useAuth()
  return (
    <>
      <PageHeader key="already" title={title}>
        {t('already.text', { name: contactLabel(user) ?? '' })}
      </PageHeader>
      <LinkButton to={to} block>
        {buttonLabel}
      </LinkButton>
      <Button look="quiet" block onClick={() => void signOut()}>
        {t('already.out')}
      </Button>
    </>
  )
}
