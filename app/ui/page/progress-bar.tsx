/** How far a long piece of work is. `label` is for who can't see it; the words beside it are the caller's. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className="h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sage-soft [&::-moz-progress-bar]:bg-evergreen-700 [&::-webkit-progress-bar]:bg-sage-soft [&::-webkit-progress-value]:bg-evergreen-700"
    />
  );
}
