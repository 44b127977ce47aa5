import Share2 from "lucide-react/icons/share-2";
import type { Post } from "~/features/content/blog/article";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { StillToast } from "~/ui/page/flash-toast";
import script from "./sharing.ts?url";

type Props = {
  post: Post;
  /** Absolute address of the article. */
  url: string;
  variant: "secondary" | "ghost";
};

/** Hidden until its script runs (`<ArticleScript>`). Without script a `mailto:` link is shown. */
export function ShareButton({ post, url, variant }: Props) {
  const mail = new URLSearchParams({ subject: post.title, body: `${post.excerpt}\n\n${url}` });
  const content = (
    <>
      <Share2 aria-hidden="true" strokeWidth={1.75} className="size-5" />
      Share
    </>
  );
  return (
    <>
      <Button
        variant={variant}
        data-share-title={post.title}
        data-share-text={post.excerpt}
        className="invisible in-data-can-share:visible noscript:hidden print:hidden"
      >
        {content}
      </Button>
      <span className="hidden noscript:contents print:hidden!">
        <ButtonLink href={`mailto:?${mail.toString().replaceAll("+", "%20")}`} variant={variant}>
          {content}
        </ButtonLink>
      </span>
    </>
  );
}

/** Script and texts for the share buttons. Once per page. */
export function ArticleScript() {
  return (
    <>
      <div role="status" data-share-said />
      <template data-share-toast="copied">
        <StillToast
          toast={{
            title: "Link Copied!",
            description: "The link to this article has been copied to your clipboard.",
          }}
        />
      </template>
      <template data-share-toast="failed">
        <StillToast
          toast={{
            title: "Not copied",
            description: "Please copy the link from the address bar of your browser.",
            destructive: true,
          }}
        />
      </template>
      <script type="module" async src={script} />
    </>
  );
}
