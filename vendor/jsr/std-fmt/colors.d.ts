export declare function bold(str: string): string;
export declare function blue(str: string): string;
export declare function cyan(str: string): string;
export declare function dim(str: string): string;
