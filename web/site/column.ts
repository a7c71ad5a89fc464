// The column of the public pages and their bands.

export const column = 'mx-auto w-full max-w-7xl px-[clamp(1rem,4vw,3rem)]'

/** A band as high as its content and room to breathe. */
export const band = 'py-[clamp(3.5rem,8vw,6.5rem)]'
