/** Extensions that web servers execute when they find them in a folder, and extensions of scripts that browsers run. */
const RUN: ReadonlySet<string> = new Set(
  `php php2 php3 php4 php5 php6 php7 php8 phps phpt pht phtm phtml phar inc hphp ctp module
   js mjs cjs jse vbs vbe wsf hta asp aspx asa asax ascx ashx asmx cer cdx cfm cfc
   jsp jspx jspf jsw jsv jhtml action do shtml shtm stm cgi fcgi pl pm py pyc rb rhtml erb lua sh bash zsh ksh csh
   exe com bat cmd ps1 dll so htaccess htpasswd htgroup`.split(/\s+/),
);

/** Whether a server or a browser would execute a file of this name; every extension of a name counts. */
export function isRunnable(name: string): boolean {
  return name
    .toLowerCase()
    .split('.')
    .slice(1)
    .some((part) => RUN.has(part.trim()));
}

/**
 * The closest name that nothing executes: `page.php.jpg` becomes `page-php.jpg`, and `page.php` becomes `page-php.txt`.
 */
export function harmlessName(name: string): string {
  if (!isRunnable(name)) return name;
  const [stem = '', ...endings] = name.split('.');
  const plain = endings.reduce(
    (before, part) => `${before}${RUN.has(part.trim().toLowerCase()) ? '-' : '.'}${part}`,
    stem,
  );
  return plain.includes('.') ? plain : `${plain}.txt`;
}
