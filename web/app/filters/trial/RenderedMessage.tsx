// The previewed message as the phone shows it, with a note about hidden parts.
import type { Hidden as HiddenParts, OnPhone } from '../../../../core/api/ledger.ts'
import { Chat } from '../../../ui/phone/Phone.tsx'
import { HiddenNote, PhoneMessage } from '../../../ui/phone/PhoneMessage.tsx'
import { useWords } from '../../../words/words.tsx'

export function RenderedMessage({ shown, hidden }: { shown: OnPhone; hidden: HiddenParts | null }) {
  const t = useWords('editor')
  return (
    <>
      {/* A long message scrolls in here, by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div tabIndex={0} role="group" aria-label={t('bubble')} className="max-h-96 overflow-y-auto rounded-hull-lg">
        <Chat>
          <PhoneMessage message={shown} />
        </Chat>
      </div>
      <HiddenNote hidden={hidden} />
    </>
  )
}
