// Shown when a signed-in person opens a sign-in page: continue as this person, or sign out.
import { useAuth } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWords } from '../words/words.tsx'
import { contactOf } from './phones/person-label.ts'

/** `title` is the page's own. */
export function AlreadyIn({ title, to, word }: { title: string; to: string; word: string }) {
  const t = useWords('account')
  const { user, signOut } = useAuth()
  return (
    <>
      <PageHeader key="already" title={title}>
        {t('already.text', { name: contactOf(user) ?? '' })}
      </PageHeader>
      <LinkButton to={to} block>
        {word}
      </LinkButton>
      <Button look="quiet" block onClick={() => void signOut()}>
        {t('already.out')}
      </Button>
    </>
  )
}
