/** Shows Swagger UI in the light or dark colours that the reader's system asks for, also when that changes. */
export function followScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const show = (): void => {
    document.documentElement.classList.toggle('dark-mode', dark.matches);
  };
  dark.addEventListener('change', show);
  show();
}
