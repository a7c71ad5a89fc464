// The message of a preview as the phone draws it, with what is held back of the mail.
import type { Hidden as HiddenParts, OnPhone } from '../../../../core/api/ledger.ts'
import { Chat } from '../../../ui/Phone.tsx'
import { useWords } from '../../../words.tsx'
import { Hidden, PhoneMessage } from '../../PhoneMessage.tsx'

export function DrawnBubble({ shown, hidden }: { shown: OnPhone; hidden: HiddenParts | null }) {
  const t = useWords('editor')
  return (
    <>
      {/* A long message scrolls in here, by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} role="group" aria-label={t('bubble')} className="max-h-96 overflow-y-auto rounded-hull-lg">
        <Chat>
          <PhoneMessage shown={shown} />
        </Chat>
      </div>
      <Hidden hidden={hidden} />
    </>
  )
}
