// Moves the focus to the screen's title when the focused element has disappeared.

export const focusTitle = (): void => document.querySelector<HTMLElement>('main h1')?.focus()
