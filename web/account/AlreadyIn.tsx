// Somebody who is signed in opens a page for signing in: they see who they are, and both ways on.
import { useAuth } from '../session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useWords } from '../words.tsx'
import { reachOf } from './phones/reach.ts'

/** `title` is the page's own. */
export function AlreadyIn({ title, to, word }: { title: string; to: string; word: string }) {
  const t = useWords('account')
  const { user, signOut } = useAuth()
  return (
    <>
      <PageHeader key="already" title={title}>
        {t('already.text', { name: reachOf(user) ?? '' })}
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
