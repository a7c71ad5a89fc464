// A tooltip on hover and focus; never the only place for its text.
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

export function Tip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} delay={400} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-40">
          <Tooltip.Popup className="float max-w-64 rounded-hull-sm px-3 py-1.5 text-sm">{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
